/** The states of a machine unit or place unit. */
export const unitStates = ['available', 'unavailable', 'maintenance', 'out_of_order', 'retired'] as const;
/** One of `unitStates`. */
export type UnitState = (typeof unitStates)[number];
