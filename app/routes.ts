import { index, route, type RouteConfig } from '@react-router/dev/routes';

/** The site map: one line a screen. */
export default [
  index('start/start.route.tsx', { id: 'start' }),
  route('mcp-builder', 'start/start.route.tsx', { id: 'mcp-builder' }),
  route('chat/:id', 'workbench/chat.route.tsx'),
  route('mock', 'lab/demo/mock.route.tsx'),
  route('ai-loop', 'autopilot/ai-loop.route.tsx'),
  route('chats', 'chat/list/chats.route.tsx'),
  route('showcase', 'chat/list/showcase.route.tsx', { id: 'showcase' }),
  route('public-chats', 'chat/list/showcase.route.tsx', { id: 'public-chats' }),
  route('showcase/:template', 'start/templates/template.route.tsx'),
  route('login', 'auth/login/login.route.tsx'),
  route('email-login', 'auth/email/email-login.route.tsx'),
  route('signout', 'auth/login/signout.route.tsx'),
  route('account', 'account/account.route.tsx', [index('account/model-keys.route.tsx')]),
  route('logtok', 'auth/logtok/logtok.route.tsx'),
  route('tier-example', 'billing/tier-example.route.tsx'),
  route('test-mac-panel', 'lab/test-mac-panel.route.tsx'),
  route('parsing-test', 'lab/parsing-test.route.tsx'),
  route('test-stream', 'lab/test-stream.route.tsx'),
  route('chat-demo', 'lab/demo/chat-demo.route.tsx'),
  route('chat-demo-simple', 'lab/demo/chat-demo-simple.route.tsx'),
  route('chat-demo-mock', 'lab/demo/chat-demo-mock.route.tsx'),
  route('terms', 'site/terms.route.tsx'),
  route('privacy', 'site/privacy.route.tsx'),
  route('*', 'site/not-found.route.tsx'),
] satisfies RouteConfig;
