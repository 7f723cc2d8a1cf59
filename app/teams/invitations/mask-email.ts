/** An address of which a stranger learns no more than who is meant already knows: `a•••@e•••.org`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const ending = dot > 0 ? domain.slice(dot) : '';
  return `${firstOf(email.slice(0, at))}•••@${firstOf(domain)}•••${ending}`;
}

function firstOf(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}
