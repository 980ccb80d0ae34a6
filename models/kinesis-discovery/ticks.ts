/** A tick is ten minutes. */
export const TICK = 600_000;
/** 02:44 to 03:47: how long the addition of servers took. */
export const ROLL_OUT = 6;
/** 03:47 to 05:15: from the end of the addition to the first alarm. */
export const TO_THE_FIRST_ALARM = 9;
