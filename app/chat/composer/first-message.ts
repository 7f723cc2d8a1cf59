import type { FileUIPart } from 'ai';

/** A message that somebody wrote, with what they attached, before they had a chat. */
export interface FirstMessage {
  text: string;
  /** Parts that refer to files that the chat has. */
  files: readonly FileUIPart[];
}

/** Messages by the chat they are for: the storage of the browser can be full or switched off. */
const kept = new Map<string, FirstMessage>();
const key = (id: string) => `first-message:${id}`;
const filesKey = (id: string) => `first-files:${id}`;

/** Keeps what somebody wrote on the start screen until the server has it, or its composer. */
export function keepFirstMessage(id: string, message: FirstMessage): void {
  kept.set(id, message);
  try {
    sessionStorage.setItem(key(id), message.text);
    if (message.files.length > 0) {
      sessionStorage.setItem(filesKey(id), JSON.stringify(message.files));
    }
  } catch {
    // Only a reload before the server has it would lose it.
  }
}

/** The message that is kept for a chat; asked as often as it takes to send it. */
export function readFirstMessage(id: string): FirstMessage | null {
  return kept.get(id) ?? readStored(id);
}

/** Keeps it no longer: the server accepted it, or the composer shows it again. */
export function forgetFirstMessage(id: string): void {
  kept.delete(id);
  try {
    sessionStorage.removeItem(key(id));
    sessionStorage.removeItem(filesKey(id));
  } catch {
    // Nothing is stored where nothing can be.
  }
}

function readStored(id: string): FirstMessage | null {
  try {
    const text = sessionStorage.getItem(key(id));
    const files: unknown = JSON.parse(sessionStorage.getItem(filesKey(id)) ?? '[]');
    if (text === null) return null;
    return { text, files: Array.isArray(files) ? files.filter(isFilePart) : [] };
  } catch {
    return null;
  }
}

function isFilePart(part: unknown): part is FileUIPart {
  if (typeof part !== 'object' || part === null) return false;
  return (
    'type' in part &&
    part.type === 'file' &&
    'url' in part &&
    typeof part.url === 'string' &&
    'mediaType' in part &&
    typeof part.mediaType === 'string'
  );
}
