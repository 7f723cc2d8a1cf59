/** Explains why an address has no host that requests can go to: part of it is an argument; null where none is. */
export function findHostVariable(address: string): string | null {
  const host = /^https?:\/\/([^/?#]*)/i.exec(address.trim())?.[1] ?? '';
  const variable = /(?:\{|%7B).*?(?:\}|%7D)/i.exec(host)?.[0];
  if (variable === undefined) return null;
  const name = variable.replace(/%7B/i, '{').replace(/%7D/i, '}').slice(0, 60);
  return `The host of the address holds ${name}, but an API goes to one host: write out the host of the person's own account, and ask for it where it is not known.`;
}
