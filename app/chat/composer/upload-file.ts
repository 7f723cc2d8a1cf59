import type { FileUIPart } from 'ai';

import { readJsonAnswer, sendRequest, type RequestFailure } from '#app/api-client/api-request.ts';
import { sendWithProgress } from '#app/api-client/send-with-progress.ts';
import {
  attachmentPath,
  StoredAttachment,
  toAttachmentPart,
} from '#app/chat/attachments/stored-attachment.ts';
import { cutTypedFile } from '#app/chat/secrets/cut-typed.ts';
import { offerSecrets } from '#app/chat/secrets/offered-secrets.ts';
import type { Problem } from '#app/platform/problem.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { sha256 } from '#app/platform/sha256.ts';

/** A slow line takes its time; the person can cancel. */
const TIMEOUT_MS = 10 * 60_000;
const TOKEN_TIMEOUT_MS = 15_000;

/** Told in place of our server, which has seen nothing of the file. */
const UNREADABLE: Problem = {
  type: 'about:blank',
  title: 'The file could not be read',
  status: 400,
  detail: 'It may have been moved or changed: remove it and attach it again.',
  requestId: '',
};

/** Uploads a file to a chat, and gives the part of a message that refers to it. */
export async function uploadFile(
  chat: string,
  { name, body: given }: { name: string; body: Blob },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Result<FileUIPart, RequestFailure>> {
  const safe = await cutTypedFile(given).catch(() => null);
  if (safe === null) return fail({ reason: 'problem', problem: UNREADABLE });
  offerSecrets(chat, safe.found);
  const { body } = safe;
  const id = await readHash(body);
  if (id === null) return fail({ reason: 'problem', problem: UNREADABLE });
  const sent = await sendRequest(
    attachmentPath(chat, id),
    {
      method: 'PUT',
      // Browsers give files that they do not know no type: an API document counts as text then.
      headers: {
        'content-type': body.type === '' ? 'text/plain' : body.type,
        'x-file-name': encodeURIComponent(name),
      },
      body,
      signal,
    },
    {
      fetch: (input, init) => sendWithProgress(onProgress)(input, { ...init, body }),
      timeoutMs: TIMEOUT_MS,
      tokenTimeoutMs: TOKEN_TIMEOUT_MS,
    },
  );
  if (!sent.ok) return sent;
  const stored = await readJsonAnswer(StoredAttachment, sent.value);
  return stored.ok ? succeed(toAttachmentPart(stored.value)) : stored;
}

async function readHash(body: Blob): Promise<string | null> {
  try {
    return await sha256(new Uint8Array(await body.arrayBuffer()));
  } catch {
    // It was moved or changed since it was picked.
    return null;
  }
}
