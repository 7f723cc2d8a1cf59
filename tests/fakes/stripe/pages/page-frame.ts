/** A text in HTML. */
export function escape(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (sign) => names[sign] ?? sign);
}

/** An amount in the smallest unit of its currency, for people. */
export function toMoney(amount: number, currency: string): string {
  const style = { style: 'currency', currency: currency.toUpperCase() } as const;
  return new Intl.NumberFormat('en', style).format(amount / 100);
}

/** A day, for people. */
export function toDay(seconds: number): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(
    seconds * 1_000,
  );
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: light-dark(#f4f5f7, #16181d); color: light-dark(#1a1d24, #e8eaf0); }
main { box-sizing: border-box; max-width: 30rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; }
section { background: light-dark(#fff, #20242c); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
p { margin: .5rem 0; overflow-wrap: anywhere; } ul { padding-left: 1.2rem; }
label { display: block; margin: .5rem 0; }
input { box-sizing: border-box; width: 100%; font: inherit; padding: .6rem; border: 1px solid light-dark(#7a8190, #8b93a3);
  border-radius: .3rem; background: inherit; color: inherit; }
button { font: inherit; padding: .6rem 1rem; border: 0; border-radius: .3rem; background: #3b47c4; color: #fff; }
a { color: light-dark(#3b47c4, #aab2ff); }
[role=alert] { color: light-dark(#a3161b, #ff9c9f); }
`;

/** A page of the emulator: its title, and HTML for what is below. */
export function toPage(title: string, html: string, status = 200): Response {
  const text = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(title)}</title><style>${STYLE}</style><link rel="icon" href="data:,"></head>
<body><main><h1>${escape(title)}</h1>
<p>This page belongs to the local emulator of Stripe. Nothing is charged.</p>
${html}</main></body></html>`;
  return new Response(text, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** A message about what did not go, or nothing. */
export function toAlert(message: string | null): string {
  return message === null ? '' : `<p role="alert">${escape(message)}</p>`;
}

/** A form of one field for a card's number. */
export function toCardForm(button: string, more = ''): string {
  return `<form method="post">${more}
<label>Card number<input name="card" inputmode="numeric" autocomplete="off" required></label>
<button>${escape(button)}</button>
<ul><li>4242 4242 4242 4242 pays</li><li>4000 0000 0000 0002 is declined</li>
<li>4000 0000 0000 0341 pays once, and fails at the next renewal</li></ul></form>`;
}

/** Sends the browser on. */
export function redirect(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}
