import type { SessionEvent } from '#shared/session/event.ts';
import { PermissionGate } from '#main/permission/gate.ts';
import { AgentCalls } from './agent-calls.ts';
import { agentServices, type AgentConfig, type AgentServices } from './agent-services.ts';
import { AutoMode } from './auto-mode.ts';
import type { SideModel } from '#main/tool/services/side-model.ts';
import { Compactor } from './compaction/compactor.ts';
import type { Transcript } from './request/transcript.ts';
import { sideModel } from './side-model.ts';
import type { SessionServices } from './session/session-services.ts';
import { type AgentTurn, runTurn } from './turn/run-turn.ts';
import type { TurnEnd } from './turn/turn-end.ts';

/** One agent of a session, main or sub-agent: its conversation, its gate and its calls. */
export class Agent {
  readonly calls: AgentCalls;
  readonly compactor: Compactor;
  /** Asks small models at its cost, outside its conversation. */
  readonly sideModel: SideModel;
  readonly #services: AgentServices;
  readonly #autoMode: AutoMode;

  constructor(session: SessionServices, config: AgentConfig) {
    const services = agentServices(session, config);
    this.#services = services;
    this.#autoMode = new AutoMode(services);
    const gate: PermissionGate = new PermissionGate({
      engine: services.permissionEngine,
      queue: config.queue,
      handler: config.handler,
      append: services.append,
      changePermissions: services.changePermissions,
      setMode: (mode) => services.setMode(mode, 'answer'),
      permissionsChanged: services.permissionsChanged,
      classifier: this.#autoMode.classifier,
      askHooks: (request) => services.hooks?.askHooks(request, (rule) => gate.mayMeet(rule, request)),
      lossOf: services.lossOf,
    });
    this.calls = new AgentCalls(services, gate);
    this.sideModel = sideModel(services);
    this.compactor = new Compactor(services, this.calls);
  }

  get transcript(): Transcript {
    return this.#services.transcript;
  }

  /** Applies an event of the conversation it was forked from. The classifier is left out: it reads the log itself. */
  inherit(event: SessionEvent): void {
    this.transcript.apply(event);
    this.#services.touched.apply(event);
    this.compactor.apply(event);
  }

  apply(event: SessionEvent): void {
    this.inherit(event);
    this.#autoMode.apply(event);
  }

  /** Alternates requests and calls until the model is done or something ends the turn. */
  turn(turn: AgentTurn): Promise<TurnEnd> {
    return runTurn({ ...turn, services: this.#services, calls: this.calls, compactor: this.compactor });
  }
}
