import { initialScripts, lazyChunk, scriptsBeyond, workerModules } from './scripts/built-files.mjs';

export default [
  {
    name: 'JavaScript that / loads before it is usable',
    path: initialScripts('/'),
    limit: '125 kB',
    gzip: true,
  },
  {
    name: 'JavaScript that a chat loads on top of /, without the editor',
    path: scriptsBeyond('/chat/:id', '/', ['chat-pane']),
    limit: '200 kB',
    gzip: true,
  },
  {
    name: 'JavaScript that /client loads before it is usable; the client itself comes with the first connection',
    path: initialScripts('/client'),
    limit: '170 kB',
    gzip: true,
  },
  {
    name: 'Sign-in, loaded when the page is idle',
    path: lazyChunk('firebase.client'),
    limit: '35 kB',
    gzip: true,
  },
  { name: 'Worker upload', path: workerModules(), limit: '3 MB', gzip: true },
];
