#!/bin/sh
# Workers of a fleet as an array of Slurm: sbatch docs/fleet/slurm.sh
# Each has a folder on the disk of its node, and checkpoints in a folder that all nodes share. When its time is up, it gives its
# sites back in good order, and the next one goes on with them. TAGTRAIL_DB is set where you call sbatch; its password is
# in ~/.pgpass. STORE is a folder of all nodes.
#SBATCH --job-name=tagtrail
#SBATCH --array=0-7
#SBATCH --cpus-per-task=1
#SBATCH --mem=2G
#SBATCH --time=12:00:00
#SBATCH --signal=B:TERM@180
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=tagtrail-%A_%a.log
set -eu
folder=${SLURM_TMPDIR:-${TMPDIR:-/tmp}}/tagtrail-$SLURM_ARRAY_JOB_ID-$SLURM_ARRAY_TASK_ID
# In place of this shell, so that Slurm's signal comes to it.
exec tagtrail fleet work --dir "$folder" --jobs 8 --store "file://$STORE" --until-done
