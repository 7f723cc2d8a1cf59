import { runFaults } from './fault.workerd.ts';
import { OUTSIDE_FAULTS } from './outside-rows.workerd.ts';
import { STORE_FAULTS } from './store-rows.workerd.ts';

runFaults([...STORE_FAULTS, ...OUTSIDE_FAULTS]);
