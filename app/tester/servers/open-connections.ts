import type { ConnectionState, ServerConnection, Session } from '#app/mcp-client/connection.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';
import { loadPart } from '#app/ui/loading/load-part.ts';

/** A connection of this page, and its state when it was last looked at. */
export interface HeldConnection {
  /** Null while its code is being loaded. */
  connection: ServerConnection | null;
  state: ConnectionState;
  /** Stays while the connection is being made again; null: there is none. */
  session: Session | null;
}

/** By the ids of their servers. They live as long as the page, whatever screen it shows. */
export type HeldConnections = ReadonlyMap<string, HeldConnection>;

export const NO_CONNECTIONS: HeldConnections = new Map();

let held = NO_CONNECTIONS;
const listeners = new Set<() => void>();
/** How to break off what is being connected. */
const attempts = new Map<string, AbortController>();

export function getConnections(): HeldConnections {
  return held;
}

/** Calls back when a connection comes, goes, or changes its state; returns how to end that. */
export function subscribeToConnections(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** The connection of a server with these settings, not necessarily open; its code is loaded for the first. */
export async function holdConnection(target: ServerTarget): Promise<ServerConnection> {
  const known = held.get(target.id)?.connection;
  if (known && hasSameSettings(known.target, target)) return known;
  const { createTesterConnection } = await loadPart(
    () => import('#app/tester/servers/create-tester-connection.ts'),
  );
  await release(target.id);
  const connection = createTesterConnection(target);
  set(target.id, connection);
  connection.subscribe(() => {
    const now = held.get(target.id);
    if (now?.connection !== connection) return;
    if (now.state !== connection.getState()) set(target.id, connection);
  });
  return connection;
}

/** Connects to a server, or ends the attempt that is running first. */
export async function connectServer(target: ServerTarget): Promise<void> {
  attempts.get(target.id)?.abort();
  const attempt = new AbortController();
  attempts.set(target.id, attempt);
  if (!held.has(target.id)) begin(target.id);
  const connection = await holdConnection(target);
  if (!attempt.signal.aborted) await connection.connect(attempt.signal);
  if (attempts.get(target.id) === attempt) attempts.delete(target.id);
}

/** Ends a connection, or the attempt at one; what it has exchanged can still be looked at. */
export async function disconnectServer(id: string): Promise<void> {
  attempts.get(id)?.abort();
  await held.get(id)?.connection?.close();
}

/** Ends a connection and forgets what it has exchanged. */
export async function dropConnection(id: string): Promise<void> {
  attempts.get(id)?.abort();
  await release(id);
}

async function release(id: string): Promise<void> {
  const known = held.get(id);
  if (!known) return;
  held = new Map([...held].filter(([each]) => each !== id));
  emit();
  await known.connection?.close();
}

/** The server is being connected to before there is a connection. */
function begin(id: string): void {
  held = new Map(held).set(id, {
    connection: null,
    state: { status: 'connecting' },
    session: null,
  });
  emit();
}

function set(id: string, connection: ServerConnection): void {
  const state = connection.getState();
  const before = held.get(id);
  const kept = before?.connection === connection ? before.session : null;
  const isKept = state.status === 'reconnecting' || state.status === 'connecting';
  const session = state.status === 'connected' ? state.session : isKept ? kept : null;
  held = new Map(held).set(id, { connection, state, session });
  emit();
}

function emit(): void {
  for (const listener of listeners) listener();
}

/** The name is only for the list. */
function hasSameSettings(one: ServerTarget, other: ServerTarget): boolean {
  return JSON.stringify({ ...one, name: '' }) === JSON.stringify({ ...other, name: '' });
}
