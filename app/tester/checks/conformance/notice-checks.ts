import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonValue } from '#app/runtime/json.ts';
import type { ProbeRequest } from '#app/runtime/probe/probe-exchange.ts';
import { post } from '#app/runtime/probe/probe-messages.ts';

import { withHeaders } from './build-request.ts';
import {
  checkOfBoth,
  legacyCheck,
  legacyRule,
  modernCheck,
  modernRule,
} from './conformance-check.ts';
import type { ConformanceCheck } from './conformance-check.ts';
import { breaks, describeAnswer, errorOf, holds, resultOf, unknown } from './findings.ts';
import { listenOnce } from './listen-once.ts';
import type { Subject } from './subject.ts';

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';
const SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';

/** Notifications in both directions, and what clients follow. */
export const noticeChecks: ConformanceCheck[] = [
  ...checkOfBoth({
    name: 'notification',
    area: 'notices',
    level: 'must',
    title: 'A notification gets no answer',
    rules: {
      modern: modernRule(
        'basic/transports/streamable-http#sending-messages',
        'If the server accepts it, the server MUST return HTTP status code 202 Accepted with no body.',
      ),
      legacy: legacyRule(
        'basic/transports#sending-messages-to-the-server',
        'If the server accepts the input, the server MUST return HTTP status code 202 Accepted with no body.',
      ),
    },
    fix: 'Answer notifications with 202 and no body, or with an HTTP error.',
    judge: async (subject) => {
      const method = 'notifications/checks';
      const notice = post(subject.transport.address, { method });
      const headers =
        subject.era === 'modern'
          ? { 'mcp-protocol-version': subject.revision, 'mcp-method': method }
          : subject.sessionHeaders();
      const answer = await subject.send(withHeaders(notice, headers));
      const { status = 0, body = '' } = answer.got ?? {};
      const text = `An unknown notification: HTTP ${status || 'nothing'}${body === '' ? '' : ' with a body'}.`;
      return status >= 400 || (status === 202 && body === '')
        ? holds(text, answer)
        : breaks(text, answer);
    },
  }),
  modernCheck({
    name: 'acknowledged',
    area: 'notices',
    level: 'must',
    title: 'A subscription begins with its acknowledgment',
    rule: modernRule(
      'basic/patterns/subscriptions#acknowledgment',
      'The server MUST send notifications/subscriptions/acknowledged as the first message carrying the subscription’s ID in _meta under io.modelcontextprotocol/subscriptionId',
    ),
    fix: `Send ${ACKNOWLEDGED} first, with the id of the request under ${SUBSCRIPTION_ID}.`,
    judge: async (subject) => {
      if (!changesAnything(subject)) return unknown('The server declares no changes to follow.');
      const answer = await listenOnce(subject, await buildListen(subject));
      const [first] = answer.got?.others ?? [];
      if (errorOf(answer) !== null || first === undefined) {
        return breaks(`subscriptions/listen: ${describeAnswer(answer)}.`, answer);
      }
      const params = isJsonObject(first['params']) ? first['params'] : {};
      const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
      if (first['method'] !== ACKNOWLEDGED) {
        return breaks('The first message is no acknowledgment.', answer);
      }
      return meta[SUBSCRIPTION_ID] === undefined
        ? breaks(`The acknowledgment has no ${SUBSCRIPTION_ID}.`, answer)
        : holds('The first message acknowledges the subscription.', answer);
    },
  }),
  legacyCheck({
    name: 'subscribe',
    area: 'notices',
    level: 'must',
    title: 'A resource can be followed, and left',
    rule: legacyRule(
      'basic/lifecycle#operation',
      'Both parties MUST: Respect the negotiated protocol version; Only use capabilities that were successfully negotiated.',
    ),
    fix: 'Answer resources/subscribe and resources/unsubscribe, or do not declare resources.subscribe.',
    judge: async (subject) => {
      if (!isTrue(subject.capabilities['resources'], 'subscribe')) {
        return unknown('The server does not declare resources.subscribe.');
      }
      const [resource] = (await subject.list('resources')).items;
      const uri = resource?.['uri'];
      if (typeof uri !== 'string') return unknown('The server lists no resource.');
      const follow = await subject.ask('resources/subscribe', { uri });
      const leave = await subject.ask('resources/unsubscribe', { uri });
      const failed = [follow, leave].find((each) => resultOf(each) === null);
      return failed === undefined
        ? holds('Both were answered with a result.', follow, leave)
        : breaks(`One of the two: ${describeAnswer(failed)}.`, failed);
    },
  }),
];

function changesAnything({ capabilities }: Subject): boolean {
  const lists = ['tools', 'prompts', 'resources'];
  if (lists.some((name) => isTrue(capabilities[name], 'listChanged'))) return true;
  return isTrue(capabilities['resources'], 'subscribe');
}

async function buildListen(subject: Subject): Promise<ProbeRequest> {
  const isFollowed = isTrue(subject.capabilities['resources'], 'subscribe');
  const [resource] = isFollowed ? (await subject.list('resources')).items : [];
  const uri = resource?.['uri'];
  const notifications = {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    ...(typeof uri === 'string' ? { resourceSubscriptions: [uri] } : {}),
  };
  return subject.build('subscriptions/listen', { notifications });
}

function isTrue(capability: JsonValue | undefined, name: string): boolean {
  return isJsonObject(capability) && capability[name] === true;
}
