// The kernels in this browser: what they are asked, and what they measure.

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
  void request;
  void signal;
  return Promise.reject(new Error("no kernel"));
}
