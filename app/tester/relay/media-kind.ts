export type MediaKind = 'json' | 'events' | 'form' | 'text' | 'other';

/** The kind of content that a Content-Type names; null: it names none. */
export function toMediaKind(contentType: string | null): MediaKind | null {
  if (contentType === null) return null;
  const [type = ''] = contentType.toLowerCase().split(';');
  const essence = type.trim();
  if (essence === 'application/json' || essence.endsWith('+json')) return 'json';
  if (essence === 'text/event-stream') return 'events';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  return essence === 'text/plain' ? 'text' : 'other';
}
