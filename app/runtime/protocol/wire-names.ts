/**
 * Names in the protocol. The SDK has the same, which a test checks; a copy spares startup from loading the
 * SDK.
 */

/** The revision without sessions. */
export const MODERN_VERSION = '2026-07-28';

/** Revisions with a handshake. */
export const LEGACY_VERSIONS: readonly string[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** Members of `_meta`. */
export const PROTOCOL_VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
export const CLIENT_CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
export const CLIENT_INFO_KEY = 'io.modelcontextprotocol/clientInfo';
export const SERVER_INFO_KEY = 'io.modelcontextprotocol/serverInfo';
export const TRACEPARENT_KEY = 'traceparent';
export const TRACESTATE_KEY = 'tracestate';

/** JSON-RPC's code for a fault of the server. */
export const INTERNAL_ERROR = -32_603;
