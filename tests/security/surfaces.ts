/** Where a secret that was set might be read. */
export const SURFACES: readonly string[] = [
  'drafts/:id',
  'drafts/:id/blueprint',
  'drafts/:id/files',
  'drafts/:id/report',
  'drafts/:id/badge.svg',
  'chats/:id',
  'chats/:id/points',
  'chats/:id/share',
];
