const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/plain': 'txt',
};

/** A name for a download, of a server's words but without anything that a file system reads. */
export function toFileName(name: string, mimeType: string | null): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const stem = last
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, 80);
  const plainType = mimeType?.split(';')[0]?.trim().toLowerCase() ?? '';
  const extension = Object.hasOwn(EXTENSIONS, plainType) ? EXTENSIONS[plainType] : undefined;
  const isNamed = /\.[A-Za-z0-9]{1,8}$/.test(stem);
  return `${stem === '' ? 'result' : stem}${isNamed || extension === undefined ? '' : `.${extension}`}`;
}
