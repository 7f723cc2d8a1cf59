import * as sdk from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';

import * as names from '#app/runtime/protocol/wire-names.ts';

test('the protocol’s names equal the SDK’s', () => {
  expect({ ...names }).toEqual({
    MODERN_VERSION: '2026-07-28',
    LEGACY_VERSIONS: sdk.SUPPORTED_PROTOCOL_VERSIONS,
    PROTOCOL_VERSION_KEY: sdk.PROTOCOL_VERSION_META_KEY,
    CLIENT_CAPABILITIES_KEY: sdk.CLIENT_CAPABILITIES_META_KEY,
    CLIENT_INFO_KEY: sdk.CLIENT_INFO_META_KEY,
    SERVER_INFO_KEY: sdk.SERVER_INFO_META_KEY,
    TRACEPARENT_KEY: sdk.TRACEPARENT_META_KEY,
    TRACESTATE_KEY: sdk.TRACESTATE_META_KEY,
    INTERNAL_ERROR: sdk.ProtocolErrorCode.InternalError,
  });
});
