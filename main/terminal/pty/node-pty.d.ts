// The prebuilt distribution declares its types under its own name; here it is installed as `node-pty`.
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration can't be imported
/// <reference path="../../node_modules/node-pty/node-pty.d.ts" />
declare module 'node-pty' {
  export * from '@lydell/node-pty';
}
