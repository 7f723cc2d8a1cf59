import type { FileUIPart } from 'ai';

import {
  attachmentPath,
  StoredAttachment,
  toAttachmentPart,
} from '#app/chat/attachments/stored-attachment.ts';
import { toUtf8 } from '#app/platform/text/encoding.ts';
import { requireShape } from '#app/platform/shape.ts';
import { sha256 } from '#app/platform/sha256.ts';

/** Somebody who sends requests with their cookies. */
interface Sender {
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** A file as somebody has it. */
interface Given {
  name?: string;
  type?: string;
  /** Overrides what is said about the bytes. */
  id?: string;
  size?: number;
}

/** Uploads a file to a chat, and gives the answer. */
export async function upload(
  sender: Sender,
  chat: string,
  content: string | Uint8Array<ArrayBuffer>,
  { name = 'api.json', type = 'application/json', id, size }: Given = {},
): Promise<Response> {
  const bytes = typeof content === 'string' ? toUtf8(content) : content;
  return sender.fetch(attachmentPath(chat, id ?? (await sha256(bytes))), {
    method: 'PUT',
    body: bytes,
    headers: {
      'content-type': type,
      'content-length': String(size ?? bytes.length),
      'x-file-name': encodeURIComponent(name),
    },
  });
}

/** Uploads a file to a chat, and gives the part of a message that refers to it; throws if it is refused. */
export async function attach(...given: Parameters<typeof upload>): Promise<FileUIPart> {
  const taken = await upload(...given);
  if (taken.status !== 201) throw new Error(`${taken.status} ${await taken.text()}`);
  return toAttachmentPart(requireShape(StoredAttachment, await taken.json(), 'The answer'));
}

let messages = 0;

/** A message with files, as the page sends it. */
export function messageWith(text: string, ...files: FileUIPart[]) {
  messages += 1;
  const said = text === '' ? [] : [{ type: 'text', text }];
  return { message: { id: `attached-${messages}`, role: 'user', parts: [...said, ...files] } };
}
