// Columns of known values. A kind makes, from choices of its own for the whole
// column, a function that makes one cell: { text, value } where value is
//   { num: "-1234.5" }   sign, digits without needless zeros
//   { date: "2024-03-05" }  { time: "14:05:00" }  { moment: "2024-03-05T14:05:00" }
//   { bool: true }  { none: true }  { word: "text as it stands" }
const two = (n) => String(n).padStart(2, "0");

export function canonical(plain) {
    const [, sign, whole, fraction = ""] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(plain);
    const left = whole.replace(/^0+/, "") || "0";
    const right = fraction.replace(/0+$/, "");
    const digits = right ? `${left}.${right}` : left;
    return digits === "0" ? "0" : sign + digits;
}

const word = (text) => ({ text, value: { word: text } });
const number = (text, plain) => ({ text, value: { num: canonical(plain) } });

function grouped(whole, mark) {
    return whole.replace(/\B(?=(\d{3})+$)/g, mark);
}

// Digits of a number that shows which mark parts thousands: two groups, or a
// fraction that is not three long.
function amount(r, places) {
    const whole = String(r.weighted([
        [3, r.int(0, 999)],
        [4, r.int(1000, 999999)],
        [2, r.int(1000000, 99999999)],
    ]));
    const fraction = places ? String(r.int(0, 10 ** places - 1)).padStart(places, "0") : "";
    return { whole, fraction };
}

function write({ whole, fraction }, minus, style) {
    const left = style.group ? grouped(whole, style.group) : whole;
    const text = left + (fraction ? style.point + fraction : "");
    const plain = `${minus ? "-" : ""}${whole}${fraction ? `.${fraction}` : ""}`;
    return { text, plain };
}

const minuses = {
    front: (text) => `-${text}`,
    back: (text) => `${text}-`,
    round: (text) => `(${text})`,
};

const numbers = {
    integer(r) {
        const digits = r.int(1, 9);
        const signed = r.chance(0.3);
        return () => {
            const n = r.int(0, 10 ** digits - 1);
            return signed && n && r.chance(0.3) ? number(`-${n}`, `-${n}`) : number(`${n}`, `${n}`);
        };
    },
    long(r) {
        return () => {
            const text = String(r.int(1, 9)) + Array.from({ length: r.int(17, 29) }, () => r.int(0, 9)).join("");
            return number(text, text);
        };
    },
    decimal(r, style) {
        const places = r.pick([1, 2, 2, 2, 4]);
        const minus = r.chance(0.3) ? "front" : null;
        return () => {
            const n = write(amount(r, places), false, { point: style.point });
            return minus && r.chance(0.3) && /[1-9]/.test(n.text)
                ? number(minuses[minus](n.text), `-${n.plain}`)
                : number(n.text, n.plain);
        };
    },
    thousands(r, style) {
        const places = r.pick([0, 2, 2]);
        const minus = r.pick([null, "front", "back", "round"]);
        return () => {
            const n = write(amount(r, places), false, style);
            return minus && r.chance(0.3) && /[1-9]/.test(n.text)
                ? number(minuses[minus](n.text), `-${n.plain}`)
                : number(n.text, n.plain);
        };
    },
    money(r, style) {
        const dress = r.pick([(t) => `$${t}`, (t) => `${t} €`, (t) => `EUR ${t}`, (t) => `£${t}`]);
        return () => {
            const n = write(amount(r, 2), false, style);
            return number(dress(n.text), n.plain);
        };
    },
    percent(r, style) {
        const places = r.pick([0, 1, 2]);
        return () => {
            const whole = String(r.int(0, 150));
            const fraction = places ? String(r.int(0, 10 ** places - 1)).padStart(places, "0") : "";
            const text = whole + (places ? style.point + fraction : "");
            const long = whole.padStart(3, "0");
            return number(`${text}%`, `${long.slice(0, -2)}.${long.slice(-2)}${fraction}`);
        };
    },
};

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");
const dateForms = {
    "Y-M-D": (y, m, d) => `${y}-${two(m)}-${two(d)}`,
    "Y/M/D": (y, m, d) => `${y}/${two(m)}/${two(d)}`,
    "D/M/Y": (y, m, d) => `${two(d)}/${two(m)}/${y}`,
    "M/D/Y": (y, m, d) => `${two(m)}/${two(d)}/${y}`,
    "d/m/Y": (y, m, d) => `${d}/${m}/${y}`,
    "m/d/Y": (y, m, d) => `${m}/${d}/${y}`,
    "D.M.Y": (y, m, d) => `${two(d)}.${two(m)}.${y}`,
    "D-M-Y": (y, m, d) => `${two(d)}-${two(m)}-${y}`,
    "D-b-Y": (y, m, d) => `${two(d)}-${months[m - 1]}-${y}`,
    "d b Y": (y, m, d) => `${d} ${months[m - 1]} ${y}`,
    "b d, Y": (y, m, d) => `${months[m - 1]} ${d}, ${y}`,
    "D/M/y": (y, m, d) => `${two(d)}/${two(m)}/${two(y % 100)}`,
    YMD: (y, m, d) => `${y}${two(m)}${two(d)}`,
    "年": (y, m, d) => `${y}年${m}月${d}日`,
};

const dates = {
    date(r, style) {
        const names = Object.keys(dateForms).filter((n) => n !== "年" || style.chinese);
        const form = dateForms[r.pick(names)];
        const from = r.int(1990, 2024);
        return () => {
            const y = from + r.int(0, 3);
            const [m, d] = [r.int(1, 12), r.int(1, 28)];
            return { text: form(y, m, d), value: { date: `${y}-${two(m)}-${two(d)}` } };
        };
    },
    time(r) {
        const form = r.pick(["hm", "hms", "half"]);
        return () => {
            const [h, m, s] = [r.int(0, 23), r.int(0, 59), r.int(0, 59)];
            const text = {
                hm: `${two(h)}:${two(m)}`,
                hms: `${two(h)}:${two(m)}:${two(s)}`,
                half: `${h % 12 || 12}:${two(m)} ${h < 12 ? "AM" : "PM"}`,
            }[form];
            const seconds = form === "hms" ? s : 0;
            return { text, value: { time: `${two(h)}:${two(m)}:${two(seconds)}` } };
        };
    },
    moment(r) {
        const middle = r.pick([" ", "T"]);
        const form = r.pick(["Y-M-D", "Y-M-D", "D/M/Y", "D.M.Y"]);
        return () => {
            const [y, m, d] = [r.int(1999, 2026), r.int(1, 12), r.int(1, 28)];
            const time = `${two(r.int(0, 23))}:${two(r.int(0, 59))}:${two(r.int(0, 59))}`;
            const join = form === "Y-M-D" ? middle : " ";
            return {
                text: dateForms[form](y, m, d) + join + time,
                value: { moment: `${y}-${two(m)}-${two(d)}T${time}` },
            };
        };
    },
    bool(r) {
        const [yes, no] = r.pick([["true", "false"], ["TRUE", "FALSE"], ["yes", "no"], ["Yes", "No"]]);
        return () => (r.chance(0.5) ? { text: yes, value: { bool: true } } : { text: no, value: { bool: false } });
    },
};

function phrase(r, language, most) {
    return Array.from({ length: r.int(1, most) }, () => r.pick(language.words)).join(" ");
}

const texts = {
    words(r, style) {
        const most = r.pick([1, 2, 5]);
        return () => word(phrase(r, style.language, most));
    },
    choice(r, style) {
        const few = r.sample(style.language.words, r.int(2, 4));
        return () => word(r.pick(few));
    },
    code(r) {
        const width = r.int(3, 8);
        return () => word(`0${Array.from({ length: width }, () => r.int(0, 9)).join("")}`);
    },
    label(r) {
        const head = r.pick(["AB-", "SO", "x_", "N° ", "#"]);
        return () => word(head + r.int(1, 99999));
    },
    telephone(r) {
        return () => word(`+34${r.int(600000000, 699999999)}`);
    },
    // Text with what is special in a delimited file.
    thorny(r, style) {
        return () => {
            const parts = [phrase(r, style.language, 2)];
            for (let n = r.int(0, 2); n > 0; n--) {
                parts.push(r.pick([",", ";", '"', "'", "|", "/", ":", ", ", "; ", "it's", '5" pipe', "a/b", "#1"]));
                parts.push(phrase(r, style.language, 1));
            }
            return word(parts.join(""));
        };
    },
    lines(r, style) {
        return () => word(Array.from({ length: r.int(1, 3) }, () => phrase(r, style.language, 3)).join("\n"));
    },
    // A column of text in which some cells look like something else.
    mixed(r, style) {
        return () => word(r.weighted([
            [3, phrase(r, style.language, 2)],
            [1, String(r.int(1, 5000))],
            [1, `${r.int(1, 28)}/${r.int(1, 12)}/2024`],
            [1, `${r.int(1, 99)}.${r.int(10, 99)}`],
        ]));
    },
};

export const kinds = { ...numbers, ...dates, ...texts };

const weights = [
    [6, "integer"], [1, "long"], [5, "decimal"], [3, "thousands"], [1, "money"], [1, "percent"],
    [6, "date"], [1, "time"], [2, "moment"], [2, "bool"],
    [8, "words"], [4, "choice"], [2, "code"], [2, "label"], [1, "telephone"],
    [3, "thorny"], [1, "lines"], [1, "mixed"],
];

export function pickKind(r) {
    return r.weighted(weights);
}
