/** As in `electron-builder.yml`: the installer's shortcut has it, and Windows shows notifications only of an app that gives the same. */
export const APP_ID = 'dev.gatehouse.app';
