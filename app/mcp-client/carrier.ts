import type { Result } from '#app/platform/result.ts';

import type { DeliveryFailure, BodyEnd, OnText } from './read-messages.ts';
import type { WireFailure } from './wire.ts';

/** One message on its way. */
export interface Parcel {
  text: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  onStart: (exchangeId: number) => void;
  /** Receives what comes with the answer to this message. */
  onText: OnText;
  /** Whether the answer has come: a stream that breaks off before is resumed. */
  isAnswered: () => boolean;
  /** False where the era knows no resumption. */
  mayResume: boolean;
}

/** Where the answer to a message comes: with it, or on the stream that is open for all. */
export type Delivered = BodyEnd & { isElsewhere: boolean };

/** Takes messages to a server by one of the transports. */
export interface Carrier {
  post: (parcel: Parcel) => Promise<Result<Delivered, DeliveryFailure | WireFailure>>;
  /** Receives what the server sends by itself, until it ends or the signal does. */
  listen: (
    headers: () => Readonly<Record<string, string>>,
    signal: AbortSignal,
    onText: OnText,
  ) => Promise<Result<BodyEnd, DeliveryFailure | WireFailure>>;
  /** Ends the session at the server. */
  end: (headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<void>;
}
