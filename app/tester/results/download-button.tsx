import { Download } from 'lucide-react';

import { IconButton } from '#app/ui/icon-button.tsx';

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
    <IconButton
      label={`Download ${what}`}
      onClick={() => {
        const url = URL.createObjectURL(new Blob([content()], { type: mediaType }));
        const link = document.createElement('a');
        link.href = url;
        link.download = fileName;
        link.click();
        // The browser has begun to read by then.
        setTimeout(() => URL.revokeObjectURL(url), 10_000);
      }}
    >
      <Download aria-hidden />
    </IconButton>
  );
}
