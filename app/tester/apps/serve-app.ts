import type { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge';

import type { ServerConnection } from '#app/mcp-client/connection.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';
import { describeRequestProblem } from '#app/tester/connected/describe-request-problem.ts';
import type { ServerTool } from '#app/tester/tools/read-tools.ts';

import type { AppRecorder } from './app-record.ts';
import { isForApps } from './ui-tool.ts';

/** The client around an app. */
export interface AppHost {
  connection: ServerConnection;
  /** As the list is now. */
  listTools: () => readonly ServerTool[];
  recorder: AppRecorder;
}

type Answers<Name extends keyof AppBridge> =
  NonNullable<AppBridge[Name]> extends (...args: never[]) => Promise<infer Answer> ? Answer : never;

/** Answers the requests of an app: reads for it, and calls a tool or opens a page where the person agrees. */
export function serveApp(bridge: AppBridge, host: AppHost): void {
  const { recorder } = host;
  bridge.oncalltool = (params) => callTool(host, params.name, toJson(params.arguments ?? {}));
  bridge.onreadresource = async ({ uri }) => {
    recorder.note(`read ${uri}`);
    const read = await ask(host, 'resources/read', { uri });
    if (!isRead(read)) throw new Error('The server sent no contents.');
    return read;
  };
  bridge.onlistresources = async () => {
    recorder.note('listed the resources');
    const listed = await ask(host, 'resources/list', {});
    if (!isListed(listed)) throw new Error('The server sent no list.');
    return listed;
  };
  bridge.onopenlink = async ({ url: given }) => {
    const isWeb = URL.canParse(given) && /^https?:$/.test(new URL(given).protocol);
    // As the browser reads it: `https:login` would be a page of ours where it is a link.
    const url = isWeb ? new URL(given).href : given;
    recorder.note(`${isWeb ? 'asked to open' : 'may not open'} ${url}`);
    const isAllowed = isWeb && (await recorder.ask({ kind: 'link', url }));
    return isAllowed ? {} : { isError: true };
  };
  bridge.onmessage = async (message) => {
    recorder.note('wrote a message into the chat', toJson(message));
    return {};
  };
  bridge.onupdatemodelcontext = async (context) => {
    recorder.note('changed what the model knows', toJson(context));
    return {};
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    recorder.note(`asked to be shown as ${mode}; it stays inline`);
    return { mode: 'inline' };
  };
  bridge.addEventListener('loggingmessage', (entry) => {
    recorder.note(`logged (${entry.level})`, toJson(entry));
  });
}

async function callTool(
  host: AppHost,
  name: string,
  args: JsonObject,
): Promise<Answers<'oncalltool'>> {
  const { recorder, listTools } = host;
  const tool = listTools().find((each) => each.name === name);
  if (tool === undefined || !isForApps(tool)) {
    recorder.note(`may not call ${name}`, args);
    throw new Error(`There is no tool named ${name} for apps.`);
  }
  recorder.note(`asked to call ${name}`, args);
  if (!(await recorder.ask({ kind: 'tool', name, arguments: args }))) {
    recorder.note(`was refused ${name}`);
    throw new Error(`The person did not allow a call of ${name}.`);
  }
  const result = await ask(host, 'tools/call', { name, arguments: args });
  recorder.note(`called ${name}`, result);
  if (!isResult(result)) throw new Error(`The result of ${name} has no content.`);
  return result;
}

async function ask(
  { connection }: AppHost,
  method: string,
  params: JsonObject,
): Promise<JsonObject> {
  const answer = await connection.request(method, params);
  if (!answer.ok) throw new Error(describeRequestProblem(answer));
  return answer.value;
}

function isResult(result: JsonObject): result is JsonObject & Answers<'oncalltool'> {
  return Array.isArray(result['content']);
}

function isRead(result: JsonObject): result is JsonObject & Answers<'onreadresource'> {
  return Array.isArray(result['contents']);
}

function isListed(result: JsonObject): result is JsonObject & Answers<'onlistresources'> {
  return Array.isArray(result['resources']);
}

/** Messages between windows hold more than JSON does. */
function toJson(value: object): JsonObject {
  const copy = parseJson(JSON.stringify(value));
  return isJsonObject(copy) ? copy : {};
}
