/**
 * What is used of the SDK: the client without its tree of resources, each of which would be loaded and kept in memory. A file of its
 * own, since a bundler leaves out only what a static import doesn't name.
 */
export { BaseAnthropic } from '@anthropic-ai/sdk/client';
