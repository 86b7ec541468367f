// shape_folds.mjs - which training sets are left out together when it is learned what the
// wording of questions asks for (shapes.mjs), so that it is not known by heart when the
// ranker learns from them.
import { statusOf } from "../../tests/asking/blind/score.mjs";

export const FOLDS = 4;

// undefined: of all, as it is no training set; plain questions are those of their set.
export function foldOf(name) {
    const at = Object.keys(statusOf).filter((one) => statusOf[one] === "training").indexOf(name.replace(/^plain-/, ""));
    return at < 0 ? undefined : at % FOLDS;
}
