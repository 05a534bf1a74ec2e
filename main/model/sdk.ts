/**
 * Imports only the SDK's base client, without its resource classes, which would otherwise be loaded into memory. A separate file, since
 * a bundler can only leave out what no static import names.
 */
export { BaseAnthropic } from '@anthropic-ai/sdk/client';
