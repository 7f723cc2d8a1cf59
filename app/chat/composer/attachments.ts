import type { FileUIPart } from 'ai';

import { toMegabytes } from '#app/chat/chat-size.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

const MAX_FILES = 10;

/** Something to be sent along with a message. */
export interface Attachment {
  id: string;
  name: string;
  body: Blob;
}

/** Limits on the attachments of a message. */
interface Limits {
  /** Of all its files together. */
  bytes: number;
  takesImages: boolean;
}

/** Why files are not taken, and the first of them. */
export interface AttachmentRefusal {
  reason: 'tooMany' | 'tooLarge' | 'empty' | 'image';
  name: string;
}

/** Files beside those that are there, or why they are not taken. */
export function addFiles(
  known: readonly Attachment[],
  files: readonly { name: string; body: Blob }[],
  { bytes, takesImages }: Limits,
): Result<Attachment[], AttachmentRefusal> {
  const [first] = files;
  if (known.length + files.length > MAX_FILES) {
    return fail({ reason: 'tooMany', name: first?.name ?? '' });
  }
  for (const { name, body } of files) {
    if (body.size === 0) return fail({ reason: 'empty', name });
    if (body.type.startsWith('image/') && !takesImages) return fail({ reason: 'image', name });
  }
  const all = [...known, ...files.map((file) => ({ id: crypto.randomUUID(), ...file }))];
  const total = all.reduce((sum, { body }) => sum + body.size, 0);
  return total > bytes ? fail({ reason: 'tooLarge', name: first?.name ?? '' }) : succeed(all);
}

/** Why a file is not taken, for its person. */
export function describeRefusal(
  { reason, name }: AttachmentRefusal,
  { bytes }: Pick<Limits, 'bytes'>,
): string {
  const words = {
    tooMany: `A message can have up to ${MAX_FILES} files.`,
    tooLarge: `The files of a message can be up to ${toMegabytes(bytes)} in total.`,
    empty: 'This file is empty.',
    image: 'The selected model does not accept images. Choose another model, or attach a document.',
  };
  return `${name}: ${words[reason]}`;
}

/** An attachment as it travels in a message. */
export async function toFilePart({ name, body }: Attachment): Promise<FileUIPart> {
  // Browsers give files that they do not know no type: an API document counts as text then.
  const mediaType = body.type === '' ? 'text/plain' : body.type;
  const url = await readDataUrl(body.type === '' ? new Blob([body], { type: mediaType }) : body);
  return { type: 'file', mediaType, filename: name, url };
}

/** An attachment as it was before it travelled; null for one that only the server has. */
export function toAttachment({ url, mediaType, filename = 'file' }: FileUIPart): Attachment | null {
  const base64 = /^data:[^,]*;base64,(.*)$/s.exec(url)?.[1];
  if (base64 === undefined) return null;
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  return { id: crypto.randomUUID(), name: filename, body: new Blob([bytes], { type: mediaType }) };
}

function readDataUrl(body: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    );
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')));
    reader.readAsDataURL(body);
  });
}
