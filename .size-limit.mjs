import { initialScripts, workerModules } from './scripts/built-files.mjs';

export default [
  {
    name: 'JavaScript that / loads before it is usable',
    path: initialScripts('/'),
    limit: '125 kB',
    gzip: true,
  },
  { name: 'Worker upload', path: workerModules(), limit: '3 MB', gzip: true },
];
