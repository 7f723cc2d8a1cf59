import type { FileUIPart } from 'ai';
import { useEffect, useRef, useState } from 'react';
import type { Dispatch, SetStateAction } from 'react';

import { toFailureText } from '#app/api-client/failure-text.ts';
import type { BuilderChat } from '#app/chat/live/use-builder-chat.ts';

import { offerSecrets } from '#app/chat/secrets/offered-secrets.ts';

import type { Attachment } from './attachments.ts';
import type { uploadFile } from './upload-file.ts';

const AT_WORK = 'The builder is still working. Nothing was sent.';

interface Given {
  /** Id of the chat. */
  id: string;
  chat: Pick<BuilderChat, 'send'>;
  text: string;
  onText: (text: string) => void;
  files: readonly Attachment[];
  onFiles: Dispatch<SetStateAction<Attachment[]>>;
  setRefusal: (refusal: string | null) => void;
}

/** The share of each file that is uploaded, by their ids. */
type Progress = Readonly<Record<string, number>>;

/** Uploads the files and sends them with the text; anything added in the meantime stays. */
export function useSending(given: Given) {
  const [progress, setProgress] = useState<Progress | null>(null);
  const running = useRef<AbortController>(null);
  // Uploading takes a while: the text and the state at its end count.
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  useEffect(() => () => running.current?.abort(), []);
  useCuttingAhead(given.text !== '');

  /** The parts of the files; null where one was not uploaded, or somebody cancelled. */
  async function upload(
    { id: chat, files, onFiles, setRefusal }: Given,
    signal: AbortSignal,
  ): Promise<FileUIPart[] | null> {
    const parts: FileUIPart[] = [];
    for (const { id, name, body, part } of files) {
      if (part) parts.push(part);
      if (part || !body) continue;
      const onProgress = (share: number) => setProgress((known) => ({ ...known, [id]: share }));
      onProgress(0);
      const uploaded = await uploadTo(chat, { name, body }, { signal, onProgress });
      if (signal.aborted) return null;
      if (!uploaded.ok) {
        setRefusal(`${name}: ${toFailureText(uploaded, 'change').detail} Nothing was sent.`);
        return null;
      }
      // What is stored is not uploaded once more where a later file fails.
      const stored = uploaded.value;
      onFiles((known) => known.map((each) => (each.id === id ? { ...each, part: stored } : each)));
      parts.push(stored);
    }
    return parts;
  }

  async function send() {
    if (running.current) return;
    const abort = new AbortController();
    running.current = abort;
    const { text, files, onFiles, setRefusal } = given;
    setRefusal(null);
    setProgress({});
    // The server cuts as well; what is found here is not even sent.
    const cutting = await loadCutTyped();
    const safe = cutting ? await cutting.cutTyped(text) : { text, found: [] };
    const parts = await upload(given, abort.signal);
    setProgress(null);
    running.current = null;
    if (parts === null) return;
    const now = latest.current;
    if (!now.chat.send(safe.text, parts)) return setRefusal(AT_WORK);
    offerSecrets(given.id, safe.found);
    now.onText(now.text.startsWith(text) ? now.text.slice(text.length).trimStart() : now.text);
    onFiles((known) => known.filter(({ id }) => !files.some((file) => file.id === id)));
  }

  return { progress, send, cancel: () => running.current?.abort() };
}

/** The code that cuts comes while somebody types. */
function useCuttingAhead(isTyping: boolean): void {
  useEffect(() => {
    if (isTyping) void loadCutTyped().then((cutting) => cutting?.loadCutting());
  }, [isTyping]);
}

function loadCutTyped() {
  return import('#app/chat/secrets/cut-typed.ts').catch(() => null);
}

/** The code of uploads comes with the first file. */
async function uploadTo(...given: Parameters<typeof uploadFile>) {
  try {
    const loaded = await import('./upload-file.ts');
    return await loaded.uploadFile(...given);
  } catch {
    // Our own script could not be loaded.
    return { ok: false as const, reason: 'network' as const };
  }
}
