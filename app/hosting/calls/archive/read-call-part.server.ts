import { readArchivedCall, type CallPart, type NumberedCall } from './call-part.ts';

/** The calls of one part, in the order of their arrival; none where it has expired meanwhile. */
export async function readCallPart(
  bucket: R2Bucket,
  { key }: Pick<CallPart, 'key'>,
): Promise<NumberedCall[]> {
  const stored = await bucket.get(key);
  if (stored === null) return [];
  const lines = (await stored.text()).split('\n');
  return lines.filter((line) => line !== '').map(readArchivedCall);
}
