import { index, route, type RouteConfig } from '@react-router/dev/routes';

/** The site map: one line a screen. */
export default [
  index('builder/start.route.tsx', { id: 'start' }),
  route('mcp-builder', 'builder/start.route.tsx', { id: 'mcp-builder' }),
  route('chat/:id', 'builder/chat.route.tsx'),
  route('mock', 'builder/demo/mock.route.tsx'),
  route('ai-loop', 'builder/loop/ai-loop.route.tsx'),
  route('chats', 'chats/chats.route.tsx'),
  route('showcase', 'chats/showcase.route.tsx', { id: 'showcase' }),
  route('public-chats', 'chats/showcase.route.tsx', { id: 'public-chats' }),
  route('showcase/:template', 'builder/templates/template.route.tsx'),
  route('login', 'auth/login/login.route.tsx'),
  route('email-login', 'auth/email/email-login.route.tsx'),
  route('signout', 'auth/login/signout.route.tsx'),
  route('account', 'auth/account/account.route.tsx', [index('builder/model/model-keys.route.tsx')]),
  route('logtok', 'auth/logtok/logtok.route.tsx'),
  route('tier-example', 'billing/tier-example.route.tsx'),
  route('test-mac-panel', 'builder/lab/test-mac-panel.route.tsx'),
  route('parsing-test', 'builder/lab/parsing-test.route.tsx'),
  route('test-stream', 'builder/lab/test-stream.route.tsx'),
  route('chat-demo', 'builder/demo/chat-demo.route.tsx'),
  route('chat-demo-simple', 'builder/demo/chat-demo-simple.route.tsx'),
  route('chat-demo-mock', 'builder/demo/chat-demo-mock.route.tsx'),
  route('terms', 'site/terms.route.tsx'),
  route('privacy', 'site/privacy.route.tsx'),
  route('*', 'site/not-found.route.tsx'),
] satisfies RouteConfig;
