import type { FileUIPart } from 'ai';
import { useState, useSyncExternalStore } from 'react';

import {
  attachmentPath,
  readReference,
  sizeOfPart,
} from '#app/chat/attachments/stored-attachment.ts';
import { readPicture } from '#app/chat/composer/read-picture.ts';
import { Dialog } from '#app/ui/dialog.tsx';

import { AttachmentList } from './attachment-list.tsx';

interface Props {
  /** Id of the chat; absent: what is stored cannot be had. */
  chat?: string | undefined;
  files: readonly FileUIPart[];
}

/** Files that went with a message: pictures are drawn, of others there is the name. */
export function SentFiles({ chat, files }: Props) {
  const isHydrated = useHydrated();
  const sent = files.map((file, index) => {
    const stored = readReference(file);
    const href = stored !== null && chat !== undefined ? attachmentPath(chat, stored) : undefined;
    const url = isHydrated ? readPicture(file, href) : null;
    return { id: String(index), name: file.filename ?? 'file', size: sizeOfPart(file), href, url };
  });
  const pictures = sent.flatMap(({ id, name, url }) => (url === null ? [] : [{ id, name, url }]));
  return (
    <>
      {pictures.length > 0 ? (
        <ul aria-label="Attached images" className="mt-1.5 flex flex-wrap justify-end gap-1.5">
          {pictures.map(({ id, name, url }) => (
            <li key={id} className="max-w-full">
              <Picture name={name} url={url} />
            </li>
          ))}
        </ul>
      ) : null}
      <AttachmentList
        className="mt-1.5 justify-end"
        files={sent.filter(({ url }) => url === null)}
      />
    </>
  );
}

/** The page has its pictures among its messages already: in its HTML they would be a second time. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
}

function Picture({ name, url }: { name: string; url: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <span className="text-sm text-muted">{name} (cannot be drawn)</span>;
  return (
    <>
      <button
        type="button"
        title="Show it larger"
        onClick={() => setOpen(true)}
        className="block max-w-full overflow-hidden rounded-panel border bg-sunken hover:border-edge"
      >
        <img
          src={url}
          alt={name}
          decoding="async"
          onError={() => setBroken(true)}
          className="block max-h-48 min-h-11 max-w-full min-w-11 object-contain"
        />
      </button>
      {isOpen ? (
        <Dialog isWide title={name} onClose={() => setOpen(false)}>
          <div className="min-h-0 overflow-auto p-4">
            <img src={url} alt={name} className="block max-w-full" />
          </div>
        </Dialog>
      ) : null}
    </>
  );
}
