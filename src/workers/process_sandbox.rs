//! Process sandbox: the walls that a worker raises around itself before it reads anything of strangers.
//!
//! | wall | by what | where |
//! |---|---|---|
//! | memory, computing, no file that grows, no core | limits of the process | Unix; memory on Linux |
//! | no file, no network, no signal to others | landlock | Linux 5.13 and later, more of it in later ones |
//! | nothing but computing, reading 0 and writing 1 and 2 | seccomp | Linux on x86-64, ARM64, RISC-V |
//! | its end when its parent ends | a signal | Linux |
//!
//! Missing walls are reported, and the others hold.

use serde::{Deserialize, Serialize};

use super::Sandbox;

/// The limits of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub struct Walls {
    pub memory_bytes: u64,
    pub cpu_s: u64,
    pub sandbox: Sandbox,
}

/// Shuts this process in, and returns the walls that this system lacks.
pub fn shut_in(walls: &Walls) -> Vec<String> {
    let mut lacking = Vec::new();
    limits(walls, &mut lacking);
    system(&mut lacking);
    lacking
}

#[cfg(unix)]
fn limits(walls: &Walls, lacking: &mut Vec<String>) {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let most = |n: u64| Rlimit { current: Some(n), maximum: Some(n) };
    let all = [
        ("a limit of computing", Resource::Cpu, walls.cpu_s),
        ("no memory dump", Resource::Core, 0),
        ("no file that grows", Resource::Fsize, 0),
        // Writable private memory; reserved address space does not count.
        ("a limit of memory", Resource::Data, walls.memory_bytes),
    ];
    for (what, resource, n) in all {
        if setrlimit(resource, most(n)).is_err() {
            lacking.push(what.into());
        }
    }
    if !cfg!(target_os = "linux") && !lacking.iter().any(|what| what == "a limit of memory") {
        lacking.push("a limit of memory".into());
    }
}

#[cfg(not(unix))]
fn limits(_: &Walls, lacking: &mut Vec<String>) {
    lacking.extend(["a limit of computing", "a limit of memory"].map(String::from));
}

#[cfg(not(target_os = "linux"))]
fn system(lacking: &mut Vec<String>) {
    lacking.extend(["no files, no network (landlock)", "no system calls (seccomp)"].map(String::from));
}

#[cfg(target_os = "linux")]
fn system(lacking: &mut Vec<String>) {
    // If the parent has died before this call, the closed pipe ends the worker.
    if rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL)).is_err() {
        lacking.push("its end with that of its parent".into());
    }
    if let Err(what) = linux::landlock() {
        lacking.push(what);
    }
    if let Err(error) = linux::seccomp() {
        lacking.push(format!("no system calls (seccomp): {error}"));
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;

    use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetStatus, Scope};
    use seccompiler::{
        BpfProgram, Error as SeccompError, SeccompAction, SeccompCmpArgLen as Len, SeccompCmpOp as Op,
        SeccompCondition, SeccompFilter, SeccompRule, apply_filter,
    };

    /// The newest version of landlock whose walls are known here; an older kernel has those that it knows.
    const NEWEST: ABI = ABI::V6;

    /// Shuts this process in by landlock: a set without rules forbids everything that rules could permit.
    pub fn landlock() -> Result<(), String> {
        let raise = || {
            Ruleset::default()
                .handle_access(AccessFs::from_all(NEWEST))?
                .handle_access(AccessNet::from_all(NEWEST))?
                .scope(Scope::from_all(NEWEST))?
                .create()?
                .restrict_self()
        };
        match raise().map(|status| status.ruleset) {
            // Seccomp refuses as well, so the rights that an older kernel does not know are covered.
            Ok(RulesetStatus::FullyEnforced | RulesetStatus::PartiallyEnforced) => Ok(()),
            Ok(RulesetStatus::NotEnforced) => Err("no files, no network (landlock): this kernel has none".into()),
            Err(error) => Err(format!("no files, no network (landlock): {error}")),
        }
    }

    /// Allows the system calls of a worker only: its three pipes, memory that holds no code, the clock and sleep, locks,
    /// random bytes, its own ids and signals, and exit. Any other call fails with an error.
    pub fn seccomp() -> Result<(), SeccompError> {
        let any = Vec::new;
        let when = |conditions: Vec<SeccompCondition>| Ok::<_, SeccompError>(vec![SeccompRule::new(conditions)?]);
        let is = |argument, value| SeccompCondition::new(argument, Len::Dword, Op::Eq, value);
        // A condition on the argument that says how memory is protected: the memory is not executable.
        let no_code = |argument| {
            let exec = u64::from(libc::PROT_EXEC.unsigned_abs());
            SeccompCondition::new(argument, Len::Dword, Op::MaskedEq(exec), 0)
        };
        let own = u64::from(std::process::id());
        let mut writes = when(vec![is(0, 1)?])?;
        writes.extend(when(vec![is(0, 2)?])?);
        let rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::from([
            (libc::SYS_read, when(vec![is(0, 0)?])?),
            (libc::SYS_write, writes.clone()),
            (libc::SYS_writev, writes),
            (libc::SYS_mmap, when(vec![no_code(2)?])?),
            (libc::SYS_mprotect, when(vec![no_code(2)?])?),
            (libc::SYS_munmap, any()),
            (libc::SYS_mremap, any()),
            (libc::SYS_madvise, any()),
            (libc::SYS_brk, any()),
            (libc::SYS_futex, any()),
            (libc::SYS_clock_gettime, any()),
            (libc::SYS_clock_nanosleep, any()),
            (libc::SYS_nanosleep, any()),
            (libc::SYS_sched_yield, any()),
            (libc::SYS_getrandom, any()),
            (libc::SYS_getpid, any()),
            (libc::SYS_gettid, any()),
            (libc::SYS_rt_sigaction, any()),
            (libc::SYS_rt_sigprocmask, any()),
            (libc::SYS_rt_sigreturn, any()),
            (libc::SYS_sigaltstack, any()),
            (libc::SYS_restart_syscall, any()),
            // A process that cannot continue must be able to end itself.
            (libc::SYS_tgkill, when(vec![is(0, own)?])?),
            (libc::SYS_exit, any()),
            (libc::SYS_exit_group, any()),
        ]);
        let refuse = SeccompAction::Errno(libc::EPERM.unsigned_abs());
        let arch = std::env::consts::ARCH.try_into()?;
        let program: BpfProgram = SeccompFilter::new(rules, refuse, SeccompAction::Allow, arch)?.try_into()?;
        apply_filter(&program)
    }
}
