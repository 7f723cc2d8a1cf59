import { runFaults } from './fault.workerd.ts';
import { ISOLATE_FAULTS } from './isolate-rows.workerd.ts';
import { OUTSIDE_FAULTS } from './outside-rows.workerd.ts';
import { STORE_FAULTS } from './store-rows.workerd.ts';
import { TURN_FAULTS } from './turn-rows.workerd.ts';

runFaults([...STORE_FAULTS, ...OUTSIDE_FAULTS, ...TURN_FAULTS, ...ISOLATE_FAULTS]);
