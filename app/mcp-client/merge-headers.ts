/** Headers by their names in lower case; of the same name the last one stays. */
export function mergeHeaders(
  ...all: readonly Readonly<Record<string, string>>[]
): Record<string, string> {
  return Object.fromEntries(
    all.flatMap((headers) =>
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
  );
}
