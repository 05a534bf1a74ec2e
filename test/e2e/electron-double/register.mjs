// Loaded with --import: resolves `electron` to the stand-in in this folder.
import { registerHooks } from 'node:module';

const standIn = new URL('./electron.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) => (specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context)),
});
