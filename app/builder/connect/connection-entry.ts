import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { OfferedModels, Trial } from '#app/builder/models/trial.ts';
import type { Result } from '#app/platform/result.ts';

import type { Connection } from './connection-client.ts';
import { toFields, type ConnectionFields } from './connection-fields.ts';
import { PROVIDER_PRESETS, type ProviderPreset } from './provider-presets.ts';

/** A connection while it is entered, and its provider's answers. */
export interface ConnectionEntry {
  preset: ProviderPreset;
  fields: ConnectionFields;
  offered: OfferedModels | 'loading' | null;
  trial: Trial | 'running' | null;
  failure: RequestFailure | null;
  isKeeping: boolean;
  /** Counts of edits: an answer to an earlier state of the form is ignored. */
  version: number;
  listVersion: number;
}

export type ConnectionEntryEvent =
  | { kind: 'chosen'; preset: ProviderPreset }
  | { kind: 'changed'; part: Partial<ConnectionFields> }
  | { kind: 'listing' }
  | { kind: 'listed'; listVersion: number; answer: Result<OfferedModels, RequestFailure> }
  | { kind: 'testing' }
  | { kind: 'tested'; version: number; answer: Result<Trial, RequestFailure> }
  | { kind: 'keeping' }
  /** It is kept, or could not be. */
  | { kind: 'kept'; failure: RequestFailure | null }
  | { kind: 'failureSeen' }
  | { kind: 'closed' };

/** The first provider, with nothing typed in. */
export function beginConnectionEntry(): ConnectionEntry {
  const preset = PROVIDER_PRESETS[0];
  return {
    preset,
    fields: toFields(preset),
    offered: null,
    trial: null,
    failure: null,
    isKeeping: false,
    version: 0,
    listVersion: 0,
  };
}

/** The next state of the entry; an answer to what was asked before a change is dropped. */
export function stepConnectionEntry(
  state: ConnectionEntry,
  event: ConnectionEntryEvent,
): ConnectionEntry {
  switch (event.kind) {
    case 'chosen':
      return {
        ...dropList(dropTrial(state)),
        preset: event.preset,
        fields: toFields(event.preset),
      };
    case 'changed': {
      const dropped = dropTrial(state);
      // Another address or key may have another list.
      const listed = event.part.model === undefined ? dropList(dropped) : dropped;
      return { ...listed, fields: { ...state.fields, ...event.part } };
    }
    case 'listing':
      return { ...state, offered: 'loading', listVersion: state.listVersion + 1 };
    case 'listed':
      if (event.listVersion !== state.listVersion) return state;
      return event.answer.ok
        ? { ...state, offered: event.answer.value, failure: null }
        : { ...state, offered: null, failure: event.answer };
    case 'testing':
      return { ...state, trial: 'running', failure: null };
    case 'tested':
      if (event.version !== state.version) return state;
      return event.answer.ok
        ? { ...state, trial: event.answer.value, failure: null }
        : { ...state, trial: null, failure: event.answer };
    case 'keeping':
      return { ...state, isKeeping: true };
    case 'kept':
      return { ...state, isKeeping: false, failure: event.failure ?? state.failure };
    case 'failureSeen':
      return { ...state, failure: null };
    case 'closed':
      // A window that was closed keeps nothing that its test would still let through.
      return { ...state, version: state.version + 1 };
  }
}

/** The connection that is typed in. */
export function toConnection({ preset, fields }: ConnectionEntry): Connection {
  return {
    kind: preset.kind,
    baseUrl: fields.baseUrl.trim(),
    model: fields.model.trim(),
    value: fields.value.trim(),
  };
}

/** Whether the connection, as it is typed in, was tested and works. */
export function isTested({ trial }: ConnectionEntry): boolean {
  return trial !== null && trial !== 'running' && trial.ok;
}

function dropTrial(state: ConnectionEntry): ConnectionEntry {
  return { ...state, version: state.version + 1, trial: null, failure: null };
}

function dropList(state: ConnectionEntry): ConnectionEntry {
  return { ...state, listVersion: state.listVersion + 1, offered: null };
}
