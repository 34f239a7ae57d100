export const referenceStyle = `
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #57606a; --paper: #fff; --line: #d8dee4; --code: #f6f8fa; --link: #0550ae; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --dim: #9198a1; --paper: #0d1117; --line: #30363d; --code: #161b22; --link: #79c0ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 52rem; padding: 2rem 1rem 6rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.75rem; margin: 0 0 .5rem; }
h2 { font: 600 1.05rem/1.4 ui-monospace, monospace; margin: 0; overflow-wrap: anywhere; }
h3 { font-size: .8rem; color: var(--dim); margin: 1rem 0 .25rem; }
p { margin: .5rem 0; }
a { color: var(--link); }
nav ul { list-style: none; padding: 0; columns: 20rem; font: .85rem/1.9 ui-monospace, monospace; }
nav a { text-decoration: none; }
nav a:hover { text-decoration: underline; }
section { border-top: 1px solid var(--line); padding: 1.5rem 0; }
section:target h2 { text-decoration: underline; }
pre, code { background: var(--code); border-radius: .375rem; font: .85rem/1.5 ui-monospace, monospace; }
code { padding: .1rem .3rem; }
pre { margin: 0; padding: .75rem; overflow-x: auto; }
.errors { margin: 0; padding: 0; list-style: none; font: .85rem/1.7 ui-monospace, monospace; overflow-wrap: anywhere; }
b { display: inline-block; min-width: 3.5rem; }
.errors b { min-width: 2.5rem; color: var(--dim); }
`
