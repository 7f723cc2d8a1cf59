/** A text in HTML. */
export function escape(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => names[sign] ?? sign);
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f6f8fa, #0d1117); color: light-dark(#1f2328, #f0f6fc); }
main { box-sizing: border-box; max-width: 32rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; }
section { background: light-dark(#fff, #151b23); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
label, fieldset { display: block; margin: .5rem 0; }
button { font: inherit; padding: .6rem 1rem; margin: .25rem .25rem .25rem 0; border: 0; border-radius: .3rem;
  background: #1a7f37; color: #fff; }
button.plain { background: #59636e; } button.danger { background: #b5202b; }
a { color: light-dark(#0969da, #4493f8); }
`;

/** A page of the emulator: its title, and HTML for what is below. */
export function toPage(title: string, html: string, status = 200): Response {
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>${STYLE}</style><link rel="icon" href="data:,"></head>
<body><main><h1>${escape(title)}</h1>
<p>This page belongs to the local emulator of GitHub.</p>
${html}</main></body></html>`;
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** Values that a form carries along. */
export function toHidden(values: Record<string, string>): string {
  const inputs = Object.entries(values).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  return inputs.join('');
}

/** Sends the browser on, to an address with more parameters. */
export function redirect(
  address: string,
  parameters: Record<string, string> = {},
  headers: Record<string, string> = {},
): Response {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return new Response(null, { status: 302, headers: { location: url.href, ...headers } });
}
