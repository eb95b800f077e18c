// The kernels in a worker of the page: what moves are worth. The types only, until the kernels are built for it.
export interface EvaluationRequest {
  game: string;
  numbers: string;
  seed: bigint | string;
  worlds?: number;
  objective?: "points" | "margin" | "win";
  race?: boolean;
  only?: number[];
}
export interface MoveValue {
  value: number;
  stderr: number;
  worlds: number;
  goal: number;
  won: number;
  quantiles: number[];
  cost: number;
  costStderr: number;
  close: boolean;
}
export interface Evaluated {
  moves: MoveValue[];
  best: number;
  playouts: number;
  exact: boolean;
}
export function available(): boolean {
  return false;
}
export function evaluate(request: EvaluationRequest, signal?: AbortSignal): Promise<Evaluated> {
  return Promise.reject(new Error(`no kernel for ${request.game} ${String(signal?.aborted)}`));
}
