// #region seal
/** Where a value lies; copied to another row, it does not open. */
const placeOf = (row: string) =>
  new TextEncoder().encode(`secrets|${row}|value`);

export async function seal(text: string, row: string, key: CryptoKey) {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = placeOf(row);
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    new TextEncoder().encode(text),
  );
  return { iv, sealed };
}

export async function open(
  { iv, sealed }: Awaited<ReturnType<typeof seal>>,
  row: string,
  key: CryptoKey,
) {
  const additionalData = placeOf(row);
  const text = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv, additionalData },
    key,
    sealed,
  );
  return new TextDecoder().decode(text);
}
// #endregion
