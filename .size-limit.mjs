import {
  initialScripts,
  lazyChunk,
  scriptsBeyond,
  scriptsOfRoutes,
  workerModules,
} from './scripts/built-files.mjs';

/** Pages that are a chat: what a chat may load on top of the start page holds for them, too. */
const CHATS = [
  '/chat/:id',
  '/ai-loop',
  '/mock',
  '/chat-demo',
  '/chat-demo-simple',
  '/chat-demo-mock',
];

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
  ...scriptsOfRoutes().map(({ address, files }) => ({
    name: `JavaScript that ${address} loads on top of what every page loads`,
    path: files,
    limit: CHATS.includes(address) ? '200 kB' : '60 kB',
    gzip: true,
  })),
  {
    name: 'Sign-in, loaded when the page is idle',
    path: lazyChunk('firebase.client'),
    limit: '35 kB',
    gzip: true,
  },
  { name: 'Worker upload', path: workerModules(), limit: '3 MB', gzip: true },
];
