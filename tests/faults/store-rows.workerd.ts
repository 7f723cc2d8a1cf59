import { expect } from 'vitest';

import {
  spoilStores,
  type Store,
  type StoreCall,
  type Way,
} from '../setup/store-faults.workerd.ts';
import {
  attachFile,
  call,
  download,
  edit,
  fork,
  importDocument,
  listChats,
  openChat,
  readReport,
  remove,
  restore,
  say,
  setSecret,
  share,
  signIn,
  signOut,
  takeBack,
  type Begun,
  type Deed,
} from './deeds.workerd.ts';
import { expectTruth, fault, read, type Fault, type Told } from './fault.workerd.ts';
import { beginConnection, openSession } from './object-deeds.workerd.ts';
import { publish } from './project-deeds.workerd.ts';

const WORDS: Record<Way, string> = {
  before: 'fails before its work',
  after: 'fails after its work',
  hangs: 'does nothing, and never says so',
  hangsAfter: 'does its work, and never says so',
  empty: 'finds nothing',
  stale: 'finds what was there before',
};

interface StoreRow {
  store: Store;
  way: Way;
  deeds: Deed[];
  /** Only these calls fail: their methods. */
  at?: RegExp;
  /** Refusals that tell the truth here. */
  allowed?: number[];
}

/** Writes whose answer is lost: whoever repeats them must not do them twice. */
const WRITES = /^(apply|applyToEndpoint|ask|restore|adopt|keep|put|batch|run)$/;

const ROWS: StoreRow[] = [
  {
    store: 'D1',
    way: 'before',
    deeds: [
      importDocument,
      edit,
      say,
      fork,
      share,
      setSecret,
      openChat,
      listChats,
      signIn,
      signOut,
    ],
  },
  { store: 'D1', way: 'after', deeds: [importDocument, fork, setSecret, signIn, signOut] },
  { store: 'D1', way: 'hangs', deeds: [importDocument, edit, setSecret, listChats, signIn] },
  { store: 'D1', way: 'hangsAfter', deeds: [setSecret, signIn, signOut] },
  { store: 'D1', way: 'empty', deeds: [openChat, listChats] },
  {
    store: 'R2',
    way: 'before',
    deeds: [importDocument, edit, call, say, openChat, download, readReport, attachFile],
  },
  { store: 'R2', way: 'after', deeds: [importDocument, edit, attachFile, readReport], at: WRITES },
  { store: 'R2', way: 'hangs', deeds: [importDocument, edit, call, say, download, attachFile] },
  { store: 'R2', way: 'hangsAfter', deeds: [edit, attachFile], at: WRITES },
  { store: 'R2', way: 'empty', deeds: [call, download, readReport], allowed: [500] },
  {
    store: 'object',
    way: 'before',
    deeds: [importDocument, edit, call, say, fork, share, restore, remove, openChat, attachFile],
  },
  {
    store: 'object',
    way: 'after',
    deeds: [importDocument, edit, say, fork, share, restore, remove, takeBack, publish],
    at: WRITES,
  },
  { store: 'object', way: 'hangs', deeds: [importDocument, edit, call, say, restore, publish] },
  { store: 'object', way: 'hangsAfter', deeds: [edit, say, fork, restore], at: WRITES },
  // Objects besides the draft's.
  { store: 'object', way: 'before', deeds: [openSession], at: /^fetch$/ },
  { store: 'object', way: 'hangs', deeds: [openSession], at: /^fetch$/ },
  { store: 'object', way: 'before', deeds: [beginConnection], at: /^begin$/ },
  { store: 'object', way: 'hangs', deeds: [beginConnection], at: /^begin$/ },
  {
    store: 'storage',
    way: 'before',
    deeds: [edit, restore, share],
    at: /setAlarm/,
    allowed: [507],
  },
  {
    store: 'storage',
    way: 'before',
    deeds: [edit, importDocument, restore],
    at: /put/,
    allowed: [507],
  },
  { store: 'limit', way: 'before', deeds: [importDocument, call] },
  { store: 'limit', way: 'hangs', deeds: [say, call] },
];

interface World extends Begun {
  struck: StoreCall[];
  endless: readonly StoreCall[];
}

function toFault({ store, way, at, allowed }: StoreRow, deed: Deed): Fault {
  return fault<World, Told>({
    where: store,
    name: `${at ? `${at.source}: ` : ''}it ${WORDS[way]} while ${deed.name}`,
    open: async () => ({ ...(await deed.begin()), struck: [], endless: [] }),
    inject: (world) => {
      const spoilt = spoilStores((made) => {
        if (made.store !== store || (at && !at.test(made.method))) return null;
        world.struck.push(made);
        return way;
      });
      world.endless = spoilt.endless;
      return spoilt.heal;
    },
    do: async ({ ask }) => read(await ask()),
    async invariant({ ask, count, struck, endless }, told) {
      expect(struck).not.toEqual([]);
      expect(endless).toEqual([]);
      expectTruth(told, allowed ?? [503]);
      // What was acknowledged is there; what was not can be done now, and is not done twice.
      const again = told.status < 400 ? told : await read(await ask());
      if (!deed.known?.includes(again.status)) expect(again.status, again.text).toBeLessThan(300);
      expect(await count(), `${told.status}, then ${again.status}`).toBe(1);
    },
  });
}

/** Each store, each way in which it can fail, and what people do meanwhile. */
export const STORE_FAULTS: Fault[] = ROWS.flatMap((row) =>
  row.deeds.map((deed) => toFault(row, deed)),
);
