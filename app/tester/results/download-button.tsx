import { Download } from 'lucide-react';

import { IconButton } from '#app/ui/icon-button.tsx';

import { saveFile } from './save-file.ts';

/** Saves text or bytes as a file of the user's computer. */
export function DownloadButton({
  what,
  fileName,
  mediaType,
  content,
}: {
  /** Named in the label: "Download result". */
  what: string;
  fileName: string;
  mediaType: string;
  content: () => BlobPart;
}) {
  return (
    <IconButton label={`Download ${what}`} onClick={() => saveFile(fileName, mediaType, content())}>
      <Download aria-hidden />
    </IconButton>
  );
}
