/** Saves text or bytes as a file of the user's computer. */
export function saveFile(fileName: string, mediaType: string, content: BlobPart): void {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
