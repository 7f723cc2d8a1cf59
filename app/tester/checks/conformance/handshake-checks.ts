import { isJsonObject } from '#app/runtime/json.ts';

import { buildInitialize, usualMeta } from './build-request.ts';
import { legacyCheck, legacyRule, modernCheck, modernRule } from './conformance-check.ts';
import type { ConformanceCheck } from './conformance-check.ts';
import { findShapeProblems } from './find-shape-problems.ts';
import {
  breaks,
  describeAnswer,
  errorOf,
  holds,
  joinFindings,
  judgeRefusal,
  resultOf,
} from './findings.ts';

/** A revision that will never exist. */
const NO_VERSION = '1999-01-01';
const INVALID_PARAMS = -32_602;
const VERSION_UNSUPPORTED = -32_022;

const VERSION_RULE = modernRule(
  'basic/transports/streamable-http#protocol-version-header',
  'If the server does not implement the requested protocol version (whether the version is unknown to the server, or is a known version the server has chosen not to support), it MUST respond with 400 Bad Request and an UnsupportedProtocolVersionError listing its supported versions.',
);

/** How client and server find out about each other. */
export const handshakeChecks: ConformanceCheck[] = [
  modernCheck({
    name: 'discover',
    area: 'handshake',
    level: 'must',
    title: 'server/discover is answered as the schema says',
    rule: modernRule('server/discover', 'Servers MUST implement it.'),
    fix: 'Answer server/discover with supportedVersions, capabilities, ttlMs and cacheScope.',
    judge: ({ hello }) => {
      const result = resultOf(hello) ?? {};
      const problems = findShapeProblems('discover', result);
      if (problems.length > 0) return breaks(problems.join(' '), hello);
      return holds('The answer names the revisions and capabilities of the server.', hello);
    },
  }),
  modernCheck({
    name: 'serverInfo',
    area: 'handshake',
    level: 'should',
    title: 'Results say which server they come from',
    rule: modernRule(
      'basic/index#meta',
      'Servers SHOULD include the following io.modelcontextprotocol/* field in every result’s _meta, unless specifically configured not to do so, to identify themselves without relying on any prior connection state.',
    ),
    fix: 'Put name and version under io.modelcontextprotocol/serverInfo in the _meta of each result.',
    judge: ({ hello }) => {
      const meta = resultOf(hello)?.['_meta'];
      const server = isJsonObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : undefined;
      return isJsonObject(server) && typeof server['name'] === 'string'
        ? holds(`The result of server/discover comes from ${server['name']}.`, hello)
        : breaks('The result of server/discover does not say so in its _meta.', hello);
    },
  }),
  modernCheck({
    name: 'metaRequired',
    area: 'handshake',
    level: 'must',
    title: 'A request without its required _meta is refused',
    rule: modernRule(
      'basic/index#meta',
      'A request missing any required field is malformed; the server MUST reject it with JSON-RPC error code -32602 (Invalid params). On HTTP, the response status MUST be 400 Bad Request.',
    ),
    fix: `Answer 400 with ${INVALID_PARAMS} where _meta, its protocolVersion or its clientCapabilities is missing.`,
    judge: async (subject) => {
      const findings = [];
      for (const [what, meta] of incompleteMetas()) {
        const answer = await subject.ask('server/discover', {}, { meta });
        findings.push(judgeRefusal(what, answer, { code: INVALID_PARAMS, status: 400 }));
      }
      return joinFindings(findings);
    },
  }),
  modernCheck({
    name: 'clientInfoOptional',
    area: 'handshake',
    level: 'must',
    title: 'A client may stay anonymous',
    rule: modernRule(
      'basic/index#meta',
      'io.modelcontextprotocol/clientInfo | Implementation | No | Client name and version',
    ),
    fix: 'Answer requests whose _meta has no clientInfo.',
    judge: async (subject) => {
      const meta = usualMeta();
      delete meta['io.modelcontextprotocol/clientInfo'];
      const answer = await subject.ask('server/discover', {}, { meta });
      const text = `Without clientInfo: ${describeAnswer(answer)}.`;
      return resultOf(answer) === null ? breaks(text, answer) : holds(text, answer);
    },
  }),
  modernCheck({
    name: 'versionUnsupported',
    area: 'handshake',
    level: 'must',
    title: 'An unknown revision is refused, with the known ones named',
    rule: VERSION_RULE,
    fix: `Answer 400 with ${VERSION_UNSUPPORTED} and data.supported.`,
    judge: async (subject) => {
      const meta = { ...usualMeta(), 'io.modelcontextprotocol/protocolVersion': NO_VERSION };
      const headers = { 'mcp-protocol-version': NO_VERSION };
      const answer = await subject.ask('server/discover', {}, { meta, headers });
      const refusal = judgeRefusal(`Revision ${NO_VERSION}`, answer, {
        code: VERSION_UNSUPPORTED,
        status: 400,
      });
      const detail = errorOf(answer)?.data;
      const supported = isJsonObject(detail) ? detail['supported'] : undefined;
      if (refusal.holds !== true || Array.isArray(supported)) return refusal;
      return breaks('It was refused, but data.supported does not list the revisions.', answer);
    },
  }),
  legacyCheck({
    name: 'initialize',
    area: 'handshake',
    level: 'must',
    title: 'initialize is answered as the schema says',
    rule: legacyRule(
      'basic/lifecycle#initialization',
      'The server MUST respond with its own capabilities and information.',
    ),
    fix: 'Answer initialize with protocolVersion, capabilities and serverInfo.',
    judge: ({ hello, revision }) => {
      const problems = findShapeProblems('initialize', resultOf(hello) ?? {});
      if (problems.length > 0) return breaks(problems.join(' '), hello);
      return holds(`initialize agreed on ${revision}.`, hello);
    },
  }),
  legacyCheck({
    name: 'versionOffered',
    area: 'handshake',
    level: 'must',
    title: 'Another revision is offered where the requested one is unknown',
    rule: legacyRule(
      'basic/lifecycle#version-negotiation',
      'If the server supports the requested protocol version, it MUST respond with the same version. Otherwise, the server MUST respond with another protocol version it supports.',
    ),
    fix: 'Answer initialize of an unknown revision with one that the server has.',
    judge: async (subject) => {
      const { address } = subject.transport;
      const answer = await subject.send(buildInitialize(address, 'hello-unknown', NO_VERSION));
      const version = resultOf(answer)?.['protocolVersion'];
      if (typeof version !== 'string') {
        return breaks(`Revision ${NO_VERSION}: ${describeAnswer(answer)}.`, answer);
      }
      return version === NO_VERSION
        ? breaks(`The server agreed on ${NO_VERSION}, which does not exist.`, answer)
        : holds(`Asked for ${NO_VERSION}, the server offered ${version}.`, answer);
    },
  }),
  legacyCheck({
    name: 'initialized',
    area: 'handshake',
    level: 'must',
    title: 'The end of the handshake is accepted with 202',
    rule: legacyRule(
      'basic/transports#sending-messages-to-the-server',
      'If the server accepts the input, the server MUST return HTTP status code 202 Accepted with no body.',
    ),
    fix: 'Answer notifications with 202 and an empty body.',
    judge: ({ initialized, hello }) => {
      const { got = null } = initialized ?? {};
      const seen = initialized ?? hello;
      return got?.status === 202 && got.body === ''
        ? holds('notifications/initialized: HTTP 202 without a body.', seen)
        : breaks(`notifications/initialized: ${describeAnswer(seen)}.`, seen);
    },
  }),
];

function incompleteMetas(): ReadonlyArray<readonly [string, ReturnType<typeof usualMeta> | null]> {
  const noVersion = usualMeta();
  delete noVersion['io.modelcontextprotocol/protocolVersion'];
  const noCapabilities = usualMeta();
  delete noCapabilities['io.modelcontextprotocol/clientCapabilities'];
  return [
    ['Without _meta', null],
    ['Without protocolVersion', noVersion],
    ['Without clientCapabilities', noCapabilities],
  ];
}
