/** The name, or with the first number that makes it free. */
export function numberName(
  wanted: string,
  isTaken: (name: string) => boolean,
  separator = '_',
): string {
  let name = wanted;
  for (let count = 2; isTaken(name); count += 1) name = `${wanted}${separator}${count}`;
  return name;
}
