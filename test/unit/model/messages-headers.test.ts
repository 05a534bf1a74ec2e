import { expect, test } from 'vitest';
import { DEFAULT_BASE_URL, messagesHeaders } from '#main/model/messages-headers.ts';

const withKey = { apiKey: 'sk-1', authToken: undefined, baseUrl: undefined };

test('sends Anthropic’s own server the key once, and a custom one in both forms', () => {
  const own = messagesHeaders(withKey, DEFAULT_BASE_URL, {});
  expect(own).toMatchObject({ authorization: 'Bearer sk-1', 'anthropic-version': expect.any(String) });
  expect(own).not.toHaveProperty('x-api-key');
  expect(messagesHeaders(withKey, 'http://127.0.0.1:1', {})).toMatchObject({ authorization: 'Bearer sk-1', 'x-api-key': 'sk-1' });
});

test('adds the lines of ANTHROPIC_CUSTOM_HEADERS that are headers', () => {
  const env = { ANTHROPIC_CUSTOM_HEADERS: 'X-Team: blue\nno header\nX-Empty:\nX-Bad: a\u0001b\nX Space: y\r\nAuthorization: Basic abc' };
  const headers = messagesHeaders(withKey, DEFAULT_BASE_URL, env);
  expect(headers).toMatchObject({ 'x-team': 'blue', 'x-empty': '', authorization: 'Basic abc' });
  expect(Object.keys(headers).filter((name) => name.startsWith('x'))).toEqual(['x-team', 'x-empty']);
});
