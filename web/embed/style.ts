// style.ts - how the assistant looks; a site changes it by the variables.
export const style = `
:host { all: initial; }
* { box-sizing: border-box; }
.root {
    --accent: var(--quarry-accent, #1f5f5b);
    --on-accent: var(--quarry-on-accent, #ffffff);
    --paper: var(--quarry-paper, #ffffff);
    --ink: var(--quarry-ink, #1d2527);
    --quiet: var(--quarry-quiet, #566164);
    --rule: var(--quarry-rule, #d9d7cf);
    --bad: var(--quarry-bad, #9b2226);
    --edge: color-mix(in srgb, var(--ink) 55%, var(--paper));
    --lit: color-mix(in srgb, var(--accent) 22%, var(--paper));
    font: var(--quarry-font, 16px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif);
    color: var(--ink);
}
@media (prefers-color-scheme: dark) {
    .root {
        --accent: var(--quarry-accent, #7fd1c7);
        --on-accent: var(--quarry-on-accent, #10201f);
        --paper: var(--quarry-paper, #1c2326);
        --ink: var(--quarry-ink, #e7ebea);
        --quiet: var(--quarry-quiet, #a3b0b1);
        --rule: var(--quarry-rule, #39454a);
        --bad: var(--quarry-bad, #ff9d96);
    }
}
button, textarea { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--edge); border-radius: .5rem; padding: .3rem .6rem; min-height: 2rem; min-width: 1.75rem; }
::placeholder { color: var(--quiet); opacity: 1; }
button { cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
button.primary { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
button.icon { border-color: transparent; padding: 0; width: 2rem; font-size: 1.25rem; line-height: 1; }
button:hover:not(:disabled) { filter: brightness(.96); }
.text button { border: 0; padding: 0; min-height: 1.5rem; min-width: 0; background: none; border-radius: 0; display: inline; }
.citation { color: var(--accent); }
.alternatives { display: grid; gap: .4rem; justify-items: start; }
.alternatives p { margin: 0; }
.alternatives button { text-align: start; overflow-wrap: anywhere; }
.candidates { display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; }
.candidates button { border-radius: 1rem; text-align: start; }
.open { position: fixed; right: 1rem; bottom: 1rem; z-index: 2147483000; box-shadow: 0 2px 12px #0005; padding: .6rem 1rem; }
.about { position: absolute; z-index: 2147483001; box-shadow: 0 2px 12px #0005; }
.panel { position: fixed; right: 1rem; bottom: 1rem; z-index: 2147483002; width: min(26rem, calc(100vw - 2rem)); height: min(36rem, calc(100vh - 2rem)); display: flex; flex-direction: column; background: var(--paper); border: 1px solid var(--rule); border-radius: .75rem; box-shadow: 0 4px 24px #0006; }
[hidden] { display: none !important; }
.top { display: flex; align-items: center; gap: .5rem; padding: .5rem .75rem; border-bottom: 1px solid var(--rule); }
.top h2 { font-size: 1rem; margin: 0; flex: 1; }
.log { flex: 1; overflow: auto; padding: .75rem; }
.log .question { font-weight: 600; margin: .75rem 0 .25rem; overflow-wrap: anywhere; }
.log .question:first-child { margin-top: 0; }
.log .text { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0 0 .25rem; }
.quiet { color: var(--quiet); font-size: .875rem; margin: .25rem 0; }
.failure { color: var(--bad); }
.figure, .text button.figure { font-variant-numeric: tabular-nums; box-shadow: inset 0 -2px var(--accent); }
.numeric { text-align: end; font-variant-numeric: tabular-nums; }
.lit { background: var(--lit); outline: 2px solid var(--accent); outline-offset: -2px; }
.unproven { border-bottom: 2px dotted var(--bad); }
.scroll { overflow: auto; max-height: 14rem; }
table { border-collapse: collapse; font-size: .85rem; }
th, td { padding: .15rem .5rem; border-bottom: 1px solid var(--rule); text-align: start; white-space: nowrap; }
.drawn { width: 40%; min-width: 5rem; }
.line { display: block; height: .75rem; background: var(--accent); border-radius: .1rem; }
ol { padding-inline-start: 1.5rem; margin: .25rem 0; font-size: .875rem; }
blockquote { margin: .25rem 0; padding-inline-start: .6rem; border-inline-start: 3px solid var(--accent); max-height: 5rem; overflow: auto; }
a { color: var(--accent); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; }
form { display: flex; gap: .5rem; padding: .75rem; border-top: 1px solid var(--rule); align-items: stretch; flex-wrap: wrap; }
textarea { flex: 1; resize: none; min-width: 0; }
.selected { flex: 1 1 100%; display: flex; gap: .5rem; align-items: flex-start; }
.selected > div { flex: 1; min-width: 0; }
.selected blockquote { font-size: .85rem; overflow-wrap: anywhere; }
summary { cursor: pointer; min-height: 1.75rem; padding-block: .1rem; }
@media (max-width: 30rem) { .panel { right: .5rem; bottom: .5rem; width: calc(100vw - 1rem); height: calc(100dvh - 1rem); } }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;
