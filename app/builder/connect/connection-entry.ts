import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { OfferedModels, Trial } from '#app/builder/models/trial.ts';
import type { Result } from '#app/platform/result.ts';

import type { Connection } from './connection-client.ts';
import { NO_PRICE, readPrice, toFields, type ConnectionFields } from './connection-fields.ts';
import { PROVIDER_PRESETS, type ProviderPreset } from './provider-presets.ts';

/** A connection while it is entered, and its provider's answers. */
export interface ConnectionEntry {
  preset: ProviderPreset;
  fields: ConnectionFields;
  offered: OfferedModels | 'loading' | null;
  trial: Trial | 'running' | null;
  failure: RequestFailure | null;
  isKeeping: boolean;
  /** The price was typed in, and does not follow the provider's list. */
  isPriceTyped: boolean;
  /** Counts of edits: an answer to an earlier state of the form is ignored. */
  version: number;
  listVersion: number;
}

export type ConnectionEntryEvent =
  | { kind: 'chosen'; preset: ProviderPreset }
  | { kind: 'changed'; part: Partial<Omit<ConnectionFields, keyof PriceFields>> }
  | { kind: 'priced'; part: Partial<PriceFields> }
  | { kind: 'listing' }
  | { kind: 'listed'; listVersion: number; answer: Result<OfferedModels, RequestFailure> }
  | { kind: 'testing' }
  | { kind: 'tested'; version: number; answer: Result<Trial, RequestFailure> }
  | { kind: 'keeping' }
  /** It is kept, or could not be. */
  | { kind: 'kept'; failure: RequestFailure | null }
  | { kind: 'failureSeen' }
  | { kind: 'closed' };

type PriceFields = Pick<ConnectionFields, 'inputPrice' | 'outputPrice'>;

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
    isPriceTyped: false,
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
        isPriceTyped: false,
      };
    case 'changed':
      return change(state, event.part);
    case 'priced':
      return { ...state, isPriceTyped: true, fields: { ...state.fields, ...event.part } };
    case 'listing':
      return { ...state, offered: 'loading', listVersion: state.listVersion + 1 };
    case 'listed':
      if (event.listVersion !== state.listVersion) return state;
      return event.answer.ok
        ? takePrice({ ...state, offered: event.answer.value, failure: null })
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
    price: readPrice(fields) ?? null,
  };
}

/** Whether the connection, as it is typed in, was tested and works. */
export function isTested({ trial }: ConnectionEntry): boolean {
  return trial !== null && trial !== 'running' && trial.ok;
}

function change(state: ConnectionEntry, part: Partial<ConnectionFields>): ConnectionEntry {
  const dropped = dropTrial(state);
  const fields = { ...state.fields, ...part };
  // Another address or key may have another list.
  if (part.model === undefined) return dropList({ ...dropped, fields });
  return takePrice({ ...dropped, fields });
}

/** The price of the model as its provider lists it, unless that list has none and one was typed in. */
function takePrice(state: ConnectionEntry): ConnectionEntry {
  const { offered, fields, isPriceTyped } = state;
  const models = offered !== null && offered !== 'loading' && offered.ok ? offered.models : [];
  const price = models.find(({ id }) => id === fields.model.trim())?.price;
  if (price === undefined) {
    return isPriceTyped ? state : { ...state, fields: { ...fields, ...NO_PRICE } };
  }
  const listed = { inputPrice: String(price.input), outputPrice: String(price.output) };
  return { ...state, isPriceTyped: false, fields: { ...fields, ...listed } };
}

function dropTrial(state: ConnectionEntry): ConnectionEntry {
  return { ...state, version: state.version + 1, trial: null, failure: null };
}

function dropList(state: ConnectionEntry): ConnectionEntry {
  return { ...state, listVersion: state.listVersion + 1, offered: null };
}
