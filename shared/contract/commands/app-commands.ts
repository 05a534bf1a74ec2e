import { z } from 'zod';
import { appStateSchema, modelAccessSchema, projectSchema } from '../project.ts';
import { nothing, sessionId } from './fields.ts';

/** What concerns the app and the model it talks to. */
export const appCommands = {
  'app.state': { input: nothing, output: appStateSchema },
  /** Keeps a key and a server address for this run only; an absent field stays as it is, an empty one goes back to the environment's. */
  'app.setAccess': {
    input: z.strictObject({
      apiKey: z.string().max(1000).optional(),
      baseUrl: z.string().max(2000).optional(),
      model: z.string().max(200).optional(),
    }),
    output: modelAccessSchema,
  },
  /** Ids of the models that the server one talks to says it has, or why they can't be had. */
  'models.list': {
    input: nothing,
    output: z.discriminatedUnion('type', [
      z.object({ type: z.literal('listed'), models: z.array(z.string()) }),
      z.object({ type: z.literal('failed'), why: z.string() }),
    ]),
  },
  /** Copies the demo project to a fresh folder, opens it and starts its scripted session. */
  'demo.start': { input: nothing, output: z.object({ project: projectSchema, sessionId }) },
} as const;
