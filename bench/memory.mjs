// memory.mjs - the greatest resident memory of a program and of its workers.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";

const LOOK_MS = 5;

const mark = (pid) => Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;

// { quarry, worker }: the high-water marks in MiB, the worker's of the greatest.
export async function peak(program, args, options) {
    const child = spawn(program, args, { ...options, stdio: "ignore" });
    const most = { quarry: 0, worker: 0 };
    const look = () => {
        const tasks = `/proc/${child.pid}/task/${child.pid}/children`;
        try {
            const workers = fs.readFileSync(tasks, "utf8").trim().split(" ").filter(Boolean);
            most.quarry = Math.max(most.quarry, mark(child.pid));
            for (const pid of workers) most.worker = Math.max(most.worker, mark(pid));
        } catch {
            // it ended between two looks
        }
    };
    const timer = setInterval(look, LOOK_MS);
    const [status] = await once(child, "close");
    clearInterval(timer);
    if (status !== 0) throw new Error(`${args.slice(0, 3).join(" ")} failed`);
    return most;
}
